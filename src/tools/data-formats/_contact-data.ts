/** A contact as the tool of vCards returns it; texts are empty where the card has none. */

import { z } from 'zod';

const label = {
  types: z.array(z.string()).describe('Kinds, such as home or work.'),
  isPreferred: z.boolean().describe('Whether it is the preferred one.'),
};

const labelled = (description: string) =>
  z.array(z.object({ value: z.string().describe('Value.'), ...label })).describe(description);

export const contactData = z.object({
  version: z.string().describe('Version of the vCard.'),
  fullName: z.string().describe('Name to show.'),
  prefix: z.string().describe('Prefix of the name, such as Dr.'),
  givenName: z.string().describe('Given name.'),
  additionalNames: z.string().describe('Further given names.'),
  familyName: z.string().describe('Family name.'),
  suffix: z.string().describe('Suffix of the name, such as Jr.'),
  nicknames: z.array(z.string()).describe('Nicknames.'),
  organization: z.string().describe('Organization.'),
  department: z.string().describe('Department.'),
  title: z.string().describe('Job title.'),
  role: z.string().describe('Role.'),
  birthday: z.string().describe('Birthday.'),
  anniversary: z.string().describe('Anniversary.'),
  emails: labelled('E-mail addresses.'),
  phones: labelled('Telephone numbers.'),
  addresses: z
    .array(
      z.object({
        poBox: z.string().describe('Post office box.'),
        extended: z.string().describe('Extended address, such as the floor.'),
        street: z.string().describe('Street.'),
        city: z.string().describe('City.'),
        region: z.string().describe('State or region.'),
        postalCode: z.string().describe('Postal code.'),
        country: z.string().describe('Country.'),
        ...label,
      }),
    )
    .describe('Postal addresses.'),
  urls: labelled('Web addresses.'),
  categories: z.array(z.string()).describe('Categories.'),
  note: z.string().describe('Note.'),
  uid: z.string().describe('Identifier of the card.'),
  other: z
    .array(z.object({ name: z.string().describe('Name of the property.'), value: z.string().describe('Value.') }))
    .describe('All other properties, as stored.'),
  omitted: z.array(z.string()).describe('Properties of binary content, which are omitted.'),
});
