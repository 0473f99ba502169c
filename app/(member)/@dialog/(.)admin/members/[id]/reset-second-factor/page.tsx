export { default, metadata } from "../../../../../admin/members/[id]/reset-second-factor/page";
