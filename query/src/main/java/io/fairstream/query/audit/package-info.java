/** Audit of inputs and tables: {@link io.fairstream.query.audit.Audit}. */
@NullMarked
package io.fairstream.query.audit;

import org.jspecify.annotations.NullMarked;
