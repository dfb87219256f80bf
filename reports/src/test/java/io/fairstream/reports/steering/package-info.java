@NullMarked
package io.fairstream.reports.steering;

import org.jspecify.annotations.NullMarked;
