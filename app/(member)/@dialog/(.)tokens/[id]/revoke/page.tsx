export { default, metadata } from "../../../../tokens/[id]/revoke/page";
