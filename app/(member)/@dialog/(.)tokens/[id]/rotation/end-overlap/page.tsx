export { default, metadata } from "../../../../../tokens/[id]/rotation/end-overlap/page";
