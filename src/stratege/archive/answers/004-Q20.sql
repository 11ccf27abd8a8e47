-- Q20. John Doe quand il commence : combien de parties, et combien de tours en moyenne ?
SELECT COUNT(*) AS parties, AVG(nbtours) AS tours
FROM Partie JOIN Joueur ON Partie.id_joueur1 = Joueur.id
WHERE nom = 'Doe' AND prenom = 'John';
