/** What `fixtures/documents/story.epub` says, which pandoc made of Markdown, and a table. */
export const BOOK_AND_TABLE = `<!-- File: story.epub -->

- Title: The Harbour
- Author: Ada Reed
- Date: 2026-01-05
- Language: en

# The Harbour

Ada Reed

2026-01-05

# First boats

The boats came *early*, as [the lists](https://example.com/lists) tell.

- salt
- timber

# Last boats

| Month | Boats |
| --- | --- |
| May | 4 |

<!-- File: fares.csv -->

| line | price |
| --- | --- |
| North | 4,50 |
| East\\|West | \\*3\\* |
`;

/** What `fixtures/spreadsheets/orders.xlsx` says. */
export const WORKBOOK = `## Orders

| Date | Item | Quantity | Price | Total | Paid |
| --- | --- | --- | --- | --- | --- |
| 2024-01-31 | Desk, oak | 2 | 349.5 | 699 | TRUE |
| 2024-02-29 13:45:00 | Lamp | 10 | 19.99 | 199.9 | FALSE |
|  | Total |  |  | 898.9 |  |

## Rates

| Tax rates |  |
| --- | --- |
| Standard | 0.19 |
| Reduced | 0.07 |
| #DIV/0! |  |

## Archive (hidden)

| old |
| --- |
`;
