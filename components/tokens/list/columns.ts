/**
 * The widths of the list's columns, and which are hidden to leave room for the names of tokens: earlier in an organisation's
 * list, which also shows owners. Cards hide only the chart.
 */
export const ACCESS_COLUMN = {
  own: "@table:w-32 @min-[61rem]:w-52",
  organization: "@table:hidden @min-[61rem]:table-cell @min-[61rem]:w-52",
};
export const DAYS_COLUMN = {
  own: "hidden @min-[61rem]:table-cell",
  organization: "hidden @min-[76rem]:table-cell",
};
