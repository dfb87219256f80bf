/** Files with the shares of a site: of flux-accounting, Slurm and our own. */
@NullMarked
package io.fairstream.query.shares.files;

import org.jspecify.annotations.NullMarked;
