/** What readers of records share: fields with checks, problems that name value and expectation, and what became of each record. */
@NullMarked
package io.fairstream.reading;

import org.jspecify.annotations.NullMarked;
