/** Account edits, the accounts of customers, and their priorities. */
@NullMarked
package io.fairstream.streams.priority;

import org.jspecify.annotations.NullMarked;
