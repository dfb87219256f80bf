@NullMarked
package io.fairstream.reports.refusals;

import org.jspecify.annotations.NullMarked;
