@NullMarked
package io.fairstream.reports.columns;

import org.jspecify.annotations.NullMarked;
