@NullMarked
package io.fairstream.reports.userprio;

import org.jspecify.annotations.NullMarked;
