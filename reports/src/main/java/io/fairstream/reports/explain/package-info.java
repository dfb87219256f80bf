/** Why a priority, a usage or a balance is what it is: {@link io.fairstream.reports.explain.Explain}. */
@NullMarked
package io.fairstream.reports.explain;

import org.jspecify.annotations.NullMarked;
