/** The same history under two configurations. */
@NullMarked
package io.fairstream.reports.whatif;

import org.jspecify.annotations.NullMarked;
