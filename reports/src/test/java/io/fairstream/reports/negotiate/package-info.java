@NullMarked
package io.fairstream.reports.negotiate;

import org.jspecify.annotations.NullMarked;
