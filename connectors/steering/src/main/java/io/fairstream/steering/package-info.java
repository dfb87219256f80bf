/**
 * Accounts and settings of a scheduler, and edits that make it order by a balance that is kept elsewhere. Knows neither Kafka nor
 * a command line: who calls it keeps the journal.
 */
@NullMarked
package io.fairstream.steering;

import org.jspecify.annotations.NullMarked;
