@NullMarked
package io.fairstream.reports.whatif;

import org.jspecify.annotations.NullMarked;
