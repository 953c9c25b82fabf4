/* Speaks a text with one of flite's voices and prints each word with its start and end in seconds, as its own utterance structure has them.
   cc flite-words.c -o flite-words -lflite_cmu_us_rms -lflite_cmu_us_awb -lflite_cmu_us_slt -lflite_usenglish -lflite_cmulex -lflite -lm
   flite-words rms "Some text" out.wav */
#include <flite/flite.h>
#include <stdio.h>
#include <string.h>

cst_voice *register_cmu_us_rms(const char *);
cst_voice *register_cmu_us_awb(const char *);
cst_voice *register_cmu_us_slt(const char *);

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  flite_init();
  cst_voice *voice = !strcmp(argv[1], "rms") ? register_cmu_us_rms(0) : !strcmp(argv[1], "awb") ? register_cmu_us_awb(0) : register_cmu_us_slt(0);
  cst_utterance *u = flite_synth_text(argv[2], voice);
  for (cst_item *w = relation_head(utt_relation(u, "Word")); w; w = item_next(w))
    printf("%s\t%.4f\t%.4f\n", item_feat_string(w, "name"),
           ffeature_float(w, "R:SylStructure.daughter1.daughter1.R:Segment.p.end"),
           ffeature_float(w, "R:SylStructure.daughtern.daughtern.R:Segment.end"));
  cst_wave_save_riff(utt_wave(u), argv[3]);
  return 0;
}
