/** Explanations of priorities, usages and balances: {@link io.fairstream.query.explain.Explain}. */
@NullMarked
package io.fairstream.query.explain;

import org.jspecify.annotations.NullMarked;
