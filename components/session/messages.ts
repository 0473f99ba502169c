/** What a page says where an action was not answered, or not done. */

export const NO_CONNECTION = "No answer came. Check your connection, and try again: what you have typed is still here.";

export const OUT_OF_DATE = "This page is out of date. Load it again, then try once more.";
