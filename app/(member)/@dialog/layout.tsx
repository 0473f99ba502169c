/** Acts that a page links to are confirmed in a dialog over it. Their routes are the same as those of the pages. */
export { ConfirmInDialog as default } from "@/components/confirm/in-dialog";
