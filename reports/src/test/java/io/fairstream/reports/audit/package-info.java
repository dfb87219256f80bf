@NullMarked
package io.fairstream.reports.audit;

import org.jspecify.annotations.NullMarked;
