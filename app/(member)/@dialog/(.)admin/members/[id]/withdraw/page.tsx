export { default, metadata } from "../../../../../admin/members/[id]/withdraw/page";
