import sharp from 'sharp';

// libvips keeps the results of operations and finds them again by their arguments. Callers share a process, but no results.
sharp.cache(false);

export { sharp };
