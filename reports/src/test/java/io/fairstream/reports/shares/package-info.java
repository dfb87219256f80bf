@NullMarked
package io.fairstream.reports.shares;

import org.jspecify.annotations.NullMarked;
