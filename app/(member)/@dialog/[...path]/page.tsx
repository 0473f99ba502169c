/** Closes a dialog when a link in it opens another page. */
export { default } from "../default";
