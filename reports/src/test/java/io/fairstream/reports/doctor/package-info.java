@NullMarked
package io.fairstream.reports.doctor;

import org.jspecify.annotations.NullMarked;
