/** Explanations of priorities, usages and balances: {@link io.fairstream.reports.explain.Explain}. */
@NullMarked
package io.fairstream.reports.explain;

import org.jspecify.annotations.NullMarked;
