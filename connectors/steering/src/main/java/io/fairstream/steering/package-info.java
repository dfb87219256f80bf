/**
 * Accounts and settings of a scheduler, and edits that make it order by an external balance. Independent of Kafka and
 * the command line: the caller keeps the journal.
 */
@NullMarked
package io.fairstream.steering;

import org.jspecify.annotations.NullMarked;
