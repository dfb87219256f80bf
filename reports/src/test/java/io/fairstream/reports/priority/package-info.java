@NullMarked
package io.fairstream.reports.priority;

import org.jspecify.annotations.NullMarked;
