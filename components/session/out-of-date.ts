/** What a page says when it sent what this version of the service does not take, or was refused without a better word. */
export const OUT_OF_DATE = "This page is out of date. Load it again, then try once more.";
