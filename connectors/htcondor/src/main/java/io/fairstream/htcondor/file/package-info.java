/** Files of entries: splits complete or growing files into {@link io.fairstream.htcondor.file.RawEntry pieces}. */
@NullMarked
package io.fairstream.htcondor.file;

import org.jspecify.annotations.NullMarked;
