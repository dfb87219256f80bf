@NullMarked
package io.fairstream.reports.explain;

import org.jspecify.annotations.NullMarked;
