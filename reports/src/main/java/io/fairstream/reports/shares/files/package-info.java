/** Files in which sites keep who has how many shares: flux-accounting's, Slurm's and our own. */
@NullMarked
package io.fairstream.reports.shares.files;

import org.jspecify.annotations.NullMarked;
