export { default, metadata } from "../../../../webhooks/[id]/delete/page";
