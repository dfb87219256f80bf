/** Who may sign what: the topic {@code keys}, and who signed a record. */
@NullMarked
package io.fairstream.reports.signers;

import org.jspecify.annotations.NullMarked;
