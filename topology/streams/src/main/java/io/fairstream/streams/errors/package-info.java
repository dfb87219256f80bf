/** Handling of unreadable, invalid and unwritable records: dead letters, waiting, and record timestamps. */
@NullMarked
package io.fairstream.streams.errors;

import org.jspecify.annotations.NullMarked;
