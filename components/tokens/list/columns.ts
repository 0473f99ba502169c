/** Column widths. Narrow lists hide some, to leave room for token names: sooner if owners are shown. Cards hide the chart. */
export const ACCESS_COLUMN = {
  own: "@table:w-32 @min-[61rem]:w-52",
  organization: "@table:hidden @min-[61rem]:table-cell @min-[61rem]:w-52",
};
export const DAYS_COLUMN = {
  own: "hidden @min-[61rem]:table-cell",
  organization: "hidden @min-[76rem]:table-cell",
};
