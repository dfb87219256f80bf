/** Audit of inputs and tables: {@link io.fairstream.reports.audit.Audit}. */
@NullMarked
package io.fairstream.reports.audit;

import org.jspecify.annotations.NullMarked;
