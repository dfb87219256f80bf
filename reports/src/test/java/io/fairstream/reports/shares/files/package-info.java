@NullMarked
package io.fairstream.reports.shares.files;

import org.jspecify.annotations.NullMarked;
