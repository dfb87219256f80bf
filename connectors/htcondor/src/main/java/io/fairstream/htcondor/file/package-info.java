/** Files of entries: cut into {@link io.fairstream.htcondor.file.Piece pieces}, whole or while they grow. */
@NullMarked
package io.fairstream.htcondor.file;

import org.jspecify.annotations.NullMarked;
