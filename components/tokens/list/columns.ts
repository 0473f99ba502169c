/**
 * Columns of the list that are left out where the names of tokens would have no room beside them: sooner of an organisation's list, which
 * names owners. Of cards it leaves out only the chart.
 */
export const ACCESS_COLUMN = {
  own: "@table:w-32 @min-[61rem]:w-54",
  organization: "@table:hidden @min-[61rem]:table-cell @min-[61rem]:w-50 @min-[76rem]:w-60",
};
export const DAYS_COLUMN = {
  own: "hidden @min-[61rem]:table-cell",
  organization: "hidden @min-[76rem]:table-cell",
};
