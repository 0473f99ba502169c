/** `?limit=5&fields=a,b`; empty without parameters. */
export function queryString(parameters: { [name: string]: string | number | readonly string[] | undefined }): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
