-- When what is past its time was last cleared: one row, so that many processes do it once an hour in all.
CREATE TABLE maintenance (
  one boolean PRIMARY KEY DEFAULT TRUE CHECK (one),
  at timestamptz(3) NOT NULL
);
