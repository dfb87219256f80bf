@NullMarked
package io.fairstream.reports.sizing;

import org.jspecify.annotations.NullMarked;
