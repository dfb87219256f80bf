@NullMarked
package io.fairstream.reports.records;

import org.jspecify.annotations.NullMarked;
