/** Records that cannot be read, do not fit their topic or cannot be written: dead letters, waiting, and the time of a record. */
@NullMarked
package io.fairstream.streams.errors;

import org.jspecify.annotations.NullMarked;
