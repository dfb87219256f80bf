/** Status of a topology: its instances, their progress, rejected records. */
@NullMarked
package io.fairstream.admin.status;

import org.jspecify.annotations.NullMarked;
