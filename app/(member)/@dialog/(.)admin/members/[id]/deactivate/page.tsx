export { default, metadata } from "../../../../../admin/members/[id]/deactivate/page";
