/**
 * Common parts of the readers of records: fields with checks, problems that name value and expectation, and the outcome of each
 * record.
 */
@NullMarked
package io.fairstream.reading;

import org.jspecify.annotations.NullMarked;
