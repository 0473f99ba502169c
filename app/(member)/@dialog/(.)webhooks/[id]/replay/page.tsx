export { default, metadata } from "../../../../webhooks/[id]/replay/page";
