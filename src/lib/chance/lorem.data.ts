/**
 * Words of the placeholder text that printers have used since the 1960s, from Cicero, "De finibus bonorum et malorum" (45 BC), sections
 * 1.10.32 and 1.10.33. The first 19 are its usual beginning.
 */
export const LOREM =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua ' +
  'enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat duis aute irure in ' +
  'reprehenderit voluptate velit esse cillum eu fugiat nulla pariatur excepteur sint occaecat cupidatat non proident sunt culpa ' +
  'qui officia deserunt mollit anim id est laborum perspiciatis unde omnis iste natus error voluptatem accusantium doloremque ' +
  'laudantium totam rem aperiam eaque ipsa quae ab illo inventore veritatis quasi architecto beatae vitae dicta explicabo nemo ' +
  'ipsam quia voluptas aspernatur aut odit fugit consequuntur magni dolores eos ratione sequi nesciunt neque porro quisquam ' +
  'dolorem adipisci numquam eius modi tempora incidunt magnam aliquam quaerat minima nostrum exercitationem ullam corporis ' +
  'suscipit laboriosam aliquid commodi consequatur autem vel eum iure quam nihil molestiae illum quo at vero accusamus iusto odio ' +
  'dignissimos ducimus blanditiis praesentium voluptatum deleniti atque corrupti quos quas molestias excepturi occaecati ' +
  'cupiditate provident similique mollitia animi harum quidem rerum facilis expedita distinctio nam libero tempore cum soluta ' +
  'nobis eligendi optio cumque impedit minus quod maxime placeat facere possimus assumenda repellendus temporibus quibusdam ' +
  'officiis debitis necessitatibus saepe eveniet voluptates repudiandae recusandae itaque earum hic tenetur a sapiente delectus ' +
  'reiciendis voluptatibus maiores alias perferendis doloribus asperiores repellat';
