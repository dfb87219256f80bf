/** Tests of what is sent to others. */
@NullMarked
package io.fairstream.reports.publish;

import org.jspecify.annotations.NullMarked;
