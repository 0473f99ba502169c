/** Closes a dialog when a link of it leads to another page. */
export { default } from "../default";
